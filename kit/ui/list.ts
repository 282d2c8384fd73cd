import { chakra } from '@chakra-ui/react';

/**
 * A list without marks. The reset takes the marks of lists away, and with them VoiceOver's "list, six items": WebKit takes
 * a list without marks, or whose items are flex boxes or grids, for a means of layout, unless a `nav` is around it or its
 * role is written out (WebKit's AccessibilityList). Lists with looks of their own write `role="list"` out themselves.
 */
export const List = chakra('ul', {}, { defaultProps: { role: 'list' } });
