// What class-transformer's decorators wrote down; its package has the file and its type, but does not name them together.
declare module 'class-transformer/cjs/storage.js' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage.js';
}
