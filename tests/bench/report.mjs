// What the samples of a bench come to: medians, ratios of pairs that ran in the same round, shares of the peak; and the
// table that shows them.
export const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1];
export const shown = (value, digits = 3) => {
  if (!Number.isFinite(value)) return "";
  return value >= 10 ** digits ? value.toFixed(0) : value.toPrecision(digits);
};

/** How many times a is faster than b: the median over the rounds. */
export const timesQuicker = (a, b) => median(a.map((one, round) => b[round].ms / one.ms));

const peaks = new Map();

/** A row of the table from a candidate's samples. `reference`: the row that ratios are taken to, if it is there. */
export function rowOf({ candidate, error, operations, samples }, reference) {
  // On a busy machine most calls are interrupted, so the share is that of the quickest ones, of the highest peak that this
  // candidate showed so far, in other works, too: the clock of a machine is not always the same.
  const least = Math.min(...samples.map((one) => one.least));
  const peak = Math.max(peaks.get(candidate.name) ?? 0, ...samples.map((one) => one.peak ?? 0));
  peaks.set(candidate.name, peak);
  const milliseconds = median(samples.map((one) => one.ms));
  return {
    candidate: candidate.name,
    milliseconds,
    gigaflops: operations / milliseconds / 1e6,
    times: reference ? timesQuicker(samples, reference.samples) : NaN,
    timesAtBest: reference ? Math.min(...reference.samples.map((one) => one.least)) / least : NaN,
    least,
    share: peak && operations ? operations / least / peak : NaN,
    error,
    samples: samples.map((one) => one.ms),
  };
}

export function printWork(name, rows, base) {
  console.log(
    `\n| ${name} | ms | least ms | GFLOP/s | × ${base} | × at best | share of the peak | largest error |`,
  );
  console.log("|---|---|---|---|---|---|---|---|");
  for (const row of rows)
    console.log(
      `| ${row.candidate} | ${shown(row.milliseconds, 4)} | ${shown(row.least, 4)} | ${row.gigaflops ? row.gigaflops.toFixed(1) : ""} | ` +
        `${shown(row.times)} | ${shown(row.timesAtBest)} | ${row.share ? `${(row.share * 100).toFixed(0)} %` : ""} | ${row.error.toExponential(1)} |`,
    );
}
