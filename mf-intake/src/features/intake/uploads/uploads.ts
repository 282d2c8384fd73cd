import { createContext, useCallback, useContext } from 'react';

/** The chosen files by the name of their input. They are shown, and neither sent nor kept (docs/specification.md#2). */
export type Uploads = Readonly<Record<string, readonly File[]>>;

interface UploadsStore {
  uploads: Uploads;
  setUploads: (change: (current: Uploads) => Uploads) => void;
}

/** Above the steps, because a step leaves the page with its inputs. */
export const UploadsContext = createContext<UploadsStore | null>(null);

function useUploads(): UploadsStore {
  const store = useContext(UploadsContext);
  if (!store) throw new Error('An upload field needs an UploadsContext above it');
  return store;
}

/** The files of one input. */
export function useUpload(name: string) {
  const { uploads, setUploads } = useUploads();
  return {
    files: uploads[name] ?? [],
    setFiles: (files: readonly File[]) => setUploads((current) => ({ ...current, [name]: files })),
  };
}

/** Forgets the photos of a removed vehicle; those of the vehicles after it move up with them. */
export function useForgetVehicle() {
  const { setUploads } = useUploads();
  return useCallback((removed: number) => setUploads((current) => withoutVehicle(current, removed)), [setUploads]);
}

export function withoutVehicle(uploads: Uploads, removed: number): Uploads {
  const kept = Object.entries(uploads).flatMap(([name, files]) => {
    const index = Number(/^vehicles\.(\d+)\./.exec(name)?.[1] ?? Number.NaN);
    if (index === removed) return [];
    return [[index > removed ? `vehicles.${index - 1}.photos` : name, files] as const];
  });
  return Object.fromEntries(kept);
}

/** Forgets all files; gives back a function that puts them back. */
export function useClearUploads() {
  const { uploads, setUploads } = useUploads();
  return () => {
    setUploads(() => ({}));
    return () => setUploads(() => uploads);
  };
}
