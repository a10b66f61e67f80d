// The faces of the built site: { name: file }.
import { readdirSync } from "node:fs";
import { join } from "node:path";

export const facesOf = (site) =>
  Object.fromEntries(
    readdirSync(join(site, "assets")).flatMap((name) => {
      const [, face] = /^(.*)\.[0-9a-f]{10}\.ttf$/.exec(name) ?? [];
      return face ? [[face, join(site, "assets", name)]] : [];
    }),
  );
