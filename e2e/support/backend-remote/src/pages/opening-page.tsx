import { useRouteData } from 'kit/route-data';
import * as z from 'kit/schema';
import { Heading, Section, TextLink } from 'kit/ui';

const openingSchema = z.object({ title: z.string(), place: z.string() });

/** A page that the server renders with an answer of the remote's back end. */
export function OpeningPage() {
  const { state } = useRouteData(openingSchema);
  const { title, place } =
    state.status === 'found'
      ? state.value
      : { title: 'An opening', place: state.status === 'loading' ? 'Loading' : 'not known' };
  return (
    <Section>
      <Heading as="h1">{title}</Heading>
      <p data-testid="place">{place}</p>
      <TextLink to="/backend">All openings</TextLink>
    </Section>
  );
}
