import { AwsCredentialSource } from '../../store/bucket/aws-credentials.ts';
import { BucketClient } from '../../store/bucket/bucket-client.ts';
import { parseBucketPlace } from '../../store/bucket/bucket-place.ts';

/** The bucket itself, for whoever is not the store. */
export function openClient(address: string, environment: Record<string, string>): BucketClient {
  return new BucketClient({
    place: parseBucketPlace(address, environment),
    credentials: new AwsCredentialSource(environment),
  });
}
