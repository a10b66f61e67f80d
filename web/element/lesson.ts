// Fetches a lesson for the frame: the page around the element may fetch from other origins than the frame.
import { longestLesson } from "../page/embed/protocol";

// The JSON of the lesson file at this address, relative to the document. Otherwise an error whose message names it.
export async function fetchLesson(lesson: string): Promise<string> {
  let address = lesson;
  try {
    const url = new URL(address, document.baseURI);
    address = url.href;
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
    const size = Number(response.headers.get("content-length") ?? 0);
    const text = size > longestLesson ? null : await response.text();
    if (text === null || text.length > longestLesson)
      throw new Error(`longer than ${longestLesson} characters, which no lesson needs`);
    return JSON.stringify(JSON.parse(text)); // only JSON is passed on
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    throw new Error(`${address} is not a lesson file: ${why}`, { cause: error });
  }
}
