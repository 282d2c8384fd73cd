import { Link as AnyLink, NavLink as AnyNavLink, type LinkProps, type NavLinkProps } from 'react-router';

// Without the mark that tells frameworks which links' routes to ask for ahead: each page would carry it on every link.

export function Link(props: LinkProps) {
  return <AnyLink discover="none" {...props} />;
}

export function NavLink(props: NavLinkProps) {
  return <AnyNavLink discover="none" {...props} />;
}
