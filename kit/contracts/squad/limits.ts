/** What one release may be: a remote takes half a megabyte; what is far beyond that is a mistake. */
export const releaseLimits = { bytes: 100_000_000, files: 5000 } as const;

/** Bounds of a signed request. */
export const requestLimits = {
  /** How far the clocks of squad and site may differ, in seconds. */
  clockSkew: 120,
  /** Of a body in JSON, in bytes. */
  jsonBytes: 400_000,
  /** Of one upload: a release, its record, and what frames them. */
  uploadBytes: releaseLimits.bytes + 3_000_000,
} as const;
