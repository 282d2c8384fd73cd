/** For releases built before remotes imported `react-router` directly. */
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
