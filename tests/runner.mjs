// Runs tests, an object from title to function, one after the other, and says which failed; the last line is "N passed, N failed".
export function report(passed, failures) {
  for (const failure of failures) console.log(`FAILED ${failure}`);
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length ? 1 : 0;
}

export async function runTests(tests) {
  const failures = [];
  for (const [name, test] of Object.entries(tests))
    try {
      await test();
      console.log(`ok     ${name}`);
    } catch (error) {
      failures.push(`${name}: ${error.stdout ?? ""}${error.stack ?? error}`); // stdout: of a program that failed
    }
  report(Object.keys(tests).length - failures.length, failures);
}
