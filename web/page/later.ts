// What a visit can begin without: packing and unpacking of long links, drawings of figures to take home. In the site this is
// a file of its own (page-later.js), in one file a part of it; tools.ts brings it.
export { Inflate, deflateSync, strFromU8, strToU8 } from "fflate";
export { drawing } from "./figure";
