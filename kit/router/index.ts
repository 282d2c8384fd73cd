/**
 * The only door to React Router for remotes and kit: what is not named here stays out of every bundle.
 */
export { useLocation, useNavigate, useParams } from 'react-router';
export { Link, type LinkProps, NavLink, type NavLinkProps, useLinkClickHandler } from './links.tsx';
export { useSearchParams } from './use-search-params.ts';
