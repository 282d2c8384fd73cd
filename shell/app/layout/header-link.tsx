import { Link, NavLink } from 'react-router';
import type { NavigationItem } from './navigation.ts';

/** NavLink marks the current page. A link to an anchor of the home page is never marked. */
export function HeaderLink({ label, to }: NavigationItem) {
  if (to.includes('#')) return <Link to={to}>{label}</Link>;
  return (
    <NavLink to={to} end>
      {label}
    </NavLink>
  );
}
