import { Link, NavLink } from 'kit/router';
import type { NavigationItem } from './navigation.ts';

/** Anchors of the home page are never the current page; the others are marked by NavLink. */
export function HeaderLink({ label, to }: NavigationItem) {
  if (to.includes('#')) return <Link to={to}>{label}</Link>;
  return (
    <NavLink to={to} end>
      {label}
    </NavLink>
  );
}
