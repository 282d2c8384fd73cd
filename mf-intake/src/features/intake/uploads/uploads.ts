import { createContext, useCallback, useContext } from 'react';

/** The chosen files by the name of their input. They are shown, but neither sent nor stored (docs/specification.md#2). */
export type Uploads = Readonly<Record<string, readonly File[]>>;

interface UploadsStore {
  uploads: Uploads;
  setUploads: (change: (current: Uploads) => Uploads) => void;
}

/** The store is above the steps, because a step's inputs are unmounted with it. */
export const UploadsContext = createContext<UploadsStore | null>(null);

function useUploads(): UploadsStore {
  const store = useContext(UploadsContext);
  if (!store) throw new Error('An upload field needs an UploadsContext above it');
  return store;
}

export function useUpload(name: string) {
  const { uploads, setUploads } = useUploads();
  return {
    files: uploads[name] ?? [],
    setFiles: (files: readonly File[]) => setUploads((current) => ({ ...current, [name]: files })),
  };
}

/** Removes the photos of a removed vehicle and moves those of later vehicles up. */
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

/** Returns a function that removes all files; that one returns a function that restores them. */
export function useClearUploads() {
  const { uploads, setUploads } = useUploads();
  return () => {
    setUploads(() => ({}));
    return () => setUploads(() => uploads);
  };
}
