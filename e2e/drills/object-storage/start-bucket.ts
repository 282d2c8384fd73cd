import { startCeph } from '../../../shell/platform/testing/object-store/start-ceph.ts';

/**
 * With `--bucket` among a drill's arguments, everything that it starts stores its releases in a bucket of a separate Ceph.
 * Returns a function that stops it.
 */
export async function startBucketWhenAsked(): Promise<() => Promise<void>> {
  if (!process.argv.includes('--bucket')) return async () => {};
  const ceph = await startCeph();
  const keys = { PREVIEW_KEY: 'a'.repeat(64), VIEW_KEY: 'b'.repeat(64) };
  Object.assign(process.env, ceph.environment, keys, { RELEASE_STORE: `s3://${await ceph.makeBucket()}/site` });
  return () => ceph.stop();
}
