// What the start of a visit does not need: packing and unpacking of long links, drawing figures and the reader's numbers
// for export, the picture beside the reading view's text and its tables' colours, training, a whole model in
// words. In the site this is a file of
// its own (page-later.js), in the single-file page a part of it; tools.ts loads it.
export { Inflate, deflateSync, strFromU8, strToU8 } from "fflate";
export { drawing } from "../core/figure";
export { withFonts } from "../core/figure-fonts";
export { arcsDrawing, headsDrawing, mapDrawing, mapTable } from "../core/map-figure";
export { csvLines, csvOf, tellable } from "../dialogs/table-file";
export { faceOf } from "../poster/outlines";
export { poster } from "../poster/poster";
export { Training } from "../training/training";
export { Following, colorTables } from "../reading/follow";
export { modelCommand, modelView } from "../reading/model";
