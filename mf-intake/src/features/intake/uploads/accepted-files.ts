export type UploadKind = 'images' | 'documents';

/** The accept types of docs/specification.md#5. */
export const accept = { images: 'image/*', documents: '.pdf,.doc,.docx' } as const satisfies Record<UploadKind, string>;

/** Phones take pictures that not every system knows as images. */
const imageName = /\.(avif|bmp|gif|heic|heif|jpe?g|png|svg|tiff?|webp)$/i;

/** A file picker can be talked into any file, and so can a drop: the attribute alone holds nothing. */
export function isAccepted(file: File, kind: UploadKind): boolean {
  if (kind === 'images') return file.type.startsWith('image/') || imageName.test(file.name);
  return accept.documents.split(',').some((ending) => file.name.toLowerCase().endsWith(ending));
}
