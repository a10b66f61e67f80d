// A SCORM 1.2 package of one embed: manifest, the single-file lesson, and the script that reports to the platform. Made
// in the author's browser from files of this site; nothing is sent anywhere.
import { escaped, quoted } from "../../page/core/escape";
import { zipped } from "../zip";
import { linkOf, type Settings } from "./settings";

export interface Package {
  title: string;
  language: string;
  version: string; // of the lesson
  noPlatform: string; // the message when it is opened without a platform
  complete: "steps" | "questions";
  pass: number;
  lesson?: string; // the text of a lesson file, if it is none of the site's
}

export const files = ["imsmanifest.xml", "index.html", "scorm.js", "attention-explorer.html"];

export function manifest(lesson: string, { title, version, pass }: Package): string {
  const id = `attention-explorer-${lesson.replaceAll(/[^A-Za-z0-9-]/g, "-")}`;
  const listed = files.slice(1).map((file) => `      <file href="${file}"/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${id}" version="${escaped(version)}"
    xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${escaped(title)}</title>
      <item identifier="lesson" identifierref="page">
        <title>${escaped(title)}</title>
        <adlcp:masteryscore>${pass}</adlcp:masteryscore>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html">
${listed.join("\n")}
    </resource>
  </resources>
</manifest>
`;
}

export function page(settings: Settings, about: Package): string {
  const { title, language, noPlatform, complete, pass, lesson } = about;
  const from = lesson === undefined ? "" : "from=host&";
  const task = { page: `attention-explorer.html#embed&${from}${linkOf(settings)}`, complete, pass, lesson };
  return `<!doctype html>
<html lang="${escaped(language)}">
  <head>
    <meta charset="utf-8" />
    <title>${escaped(title)}</title>
    <link rel="icon" href="data:," />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <script type="application/json" id="task">${quoted(task)}</script>
    <script src="scorm.js" defer></script>
  </head>
  <body>
    <p id="note" hidden>${escaped(noPlatform)}</p>
    <iframe title="${escaped(title)}" width="100%" height="620" frameborder="0" allow="clipboard-write; fullscreen"></iframe>
  </body>
</html>
`;
}

export function packed(
  settings: Settings,
  about: Package,
  script: string,
  lesson: Uint8Array,
): Uint8Array<ArrayBuffer> {
  return zipped({
    "imsmanifest.xml": manifest(settings.lesson, about),
    "index.html": page(settings, about),
    "scorm.js": script,
    "attention-explorer.html": lesson,
  });
}
