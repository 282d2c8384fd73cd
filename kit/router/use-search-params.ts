import { useCallback, useMemo } from 'react';
import {
  createSearchParams,
  type NavigateOptions,
  type URLSearchParamsInit,
  useLocation,
  useNavigate,
} from 'react-router';

type SetSearchParams = (
  next: URLSearchParamsInit | ((now: URLSearchParams) => URLSearchParamsInit),
  options?: NavigateOptions,
) => void;

/**
 * The query of the address, and what navigates to another one; as React Router's, which is kept in one file with its forms and
 * loaders.
 *
 * @param initial what counts where the address does not name a parameter.
 */
export function useSearchParams(initial?: URLSearchParamsInit): [URLSearchParams, SetSearchParams] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const defaults = createSearchParams(initial).toString();
  const now = useMemo(
    () => withDefaults(new URLSearchParams(search), new URLSearchParams(defaults)),
    [search, defaults],
  );
  const change = useCallback<SetSearchParams>(
    (next, options) => {
      const query = createSearchParams(typeof next === 'function' ? next(new URLSearchParams(now)) : next);
      void navigate(`?${query}`, options);
    },
    [now, navigate],
  );
  return [now, change];
}

function withDefaults(named: URLSearchParams, defaults: URLSearchParams): URLSearchParams {
  const names = new Set(named.keys());
  for (const [name, value] of defaults) if (!names.has(name)) named.append(name, value);
  return named;
}
