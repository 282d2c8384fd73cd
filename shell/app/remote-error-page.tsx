import { useLocation, useNavigate, useRouteError } from 'react-router';
import { RemoteErrorCard } from './remote-error-card.tsx';

/** Stands in the place of a page that could not even be found out about. */
export function RemoteErrorPage() {
  const error = useRouteError();
  const navigate = useNavigate();
  const location = useLocation();
  console.warn('[shell] a page failed.', error);
  // A try at another page says nothing of this one.
  return <RemoteErrorCard key={location.pathname} onRetry={async () => navigate(location, { replace: true })} />;
}
