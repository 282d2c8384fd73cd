/**
 * The only door to React Router for remotes and kit: what is not named here stays out of every bundle.
 */
export type { LinkProps, NavLinkProps } from 'react-router';
export {
  useLinkClickHandler,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router';
export { Link, NavLink } from './link.tsx';
