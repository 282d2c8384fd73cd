/** For releases that were built before remotes imported `react-router` themselves. */
export {
  Link,
  type LinkProps,
  NavLink,
  type NavLinkProps,
  useLinkClickHandler,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router';
