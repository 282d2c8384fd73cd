import { Link, NavLink } from 'react-router';
import type { NavigationItem } from './navigation.ts';

/** NavLink marks the current page. A link to an anchor of the home page is never marked. */
export function HeaderLink({ label, to }: NavigationItem) {
  if (to.includes('#'))
    return (
      <Link to={to} discover="none">
        {label}
      </Link>
    );
  return (
    <NavLink to={to} end discover="none" className={activeClass}>
      {label}
    </NavLink>
  );
}

/** React Router writes an empty attribute for an empty class. */
function activeClass({ isActive }: { isActive: boolean }): string | undefined {
  return isActive ? 'active' : undefined;
}
