import { ReleaseError } from '../../release-error.ts';

/** A bucket, and where in it a store lies. */
export interface BucketPlace {
  /** `s3://bucket/prefix`, for messages. */
  name: string;
  /** What the keys of the store are put behind, with a slash at its end. */
  base: URL;
  /** Put before every key; empty or with a slash at its end. */
  prefix: string;
  region: string;
}

/** No step of the prefix may be one of dots alone, which an address takes for a way out of the bucket. */
const addressPattern =
  /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?!\.+(?:\/|$))[\w.-]+(?:\/(?!\.+(?:\/|$))[\w.-]+)*))?\/?$/;

/**
 * Reads `RELEASE_STORE`, with `S3_ENDPOINT` (addressed in path style; AWS where it is not set) and `AWS_REGION`.
 *
 * @throws ReleaseError `bad-name` with one sentence.
 */
export function parseBucketPlace(address: string, environment: NodeJS.ProcessEnv): BucketPlace {
  const [, bucket, prefix = ''] = addressPattern.exec(address) ?? [];
  if (!bucket) {
    const form = 's3://bucket or s3://bucket/prefix, of small letters, digits, dots and hyphens';
    throw new ReleaseError('bad-name', `RELEASE_STORE "${address}" is no store: it must be ${form}.`);
  }
  const region = environment.AWS_REGION || environment.AWS_DEFAULT_REGION || 'us-east-1';
  return {
    name: prefix ? `s3://${bucket}/${prefix}` : `s3://${bucket}`,
    base: baseOf(bucket, { endpoint: environment.S3_ENDPOINT, region }),
    prefix: prefix ? `${prefix}/` : '',
    region,
  };
}

function baseOf(bucket: string, { endpoint, region }: { endpoint: string | undefined; region: string }): URL {
  if (!endpoint) {
    // A dot in its name is one level more than AWS's certificate covers.
    const host = `s3.${region}.amazonaws.com`;
    return new URL(bucket.includes('.') ? `https://${host}/${bucket}/` : `https://${bucket}.${host}/`);
  }
  const parsed = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    throw new ReleaseError(
      'bad-name',
      `S3_ENDPOINT "${endpoint}" must be the http or https address of an object store.`,
    );
  }
  return new URL(`${parsed.href.replace(/\/$/, '')}/${bucket}/`);
}
