/**
 * The object store of startObjectStore.ts as a program, for tests that look at everything from outside. Through the channel to
 * who started it, it tells the settings that lead to an empty bucket, or which packages are missing; it ends, and the store
 * with it, when that channel closes.
 */
import { hasObjectStore, objectStorePackages, startObjectStore } from './startObjectStore';

const tell = (message: object): void => void process.send?.(message);

if (await hasObjectStore()) {
  const starting = startObjectStore();
  process.once('disconnect', () => void starting.then((store) => store.stop()));
  const { bucket, prefix, endpoint = '', region, accessKeyId, secretAccessKey } = await (await starting).settings('releases');
  tell({
    settings: {
      RELEASE_STORE: `s3://${bucket}/${prefix}`,
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  });
} else {
  tell({ missing: objectStorePackages });
  process.disconnect();
}
