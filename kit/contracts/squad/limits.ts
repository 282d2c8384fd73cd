/** The limits of one release. A remote takes half a megabyte, so they only stop mistakes. */
export const releaseLimits = { bytes: 100_000_000, files: 5000 } as const;

export const requestLimits = {
  /** The allowed difference between the clocks of squad and site, in seconds. */
  clockSkew: 120,
  /** The largest JSON body, in bytes. */
  jsonBytes: 400_000,
  /** The largest upload in bytes: a release, its record and the frames. */
  uploadBytes: releaseLimits.bytes + 3_000_000,
} as const;
