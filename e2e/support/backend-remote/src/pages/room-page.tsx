import { Heading, Section, TextLink } from 'kit/ui';
import { useParams } from 'react-router';

/** A page that writes its own title, with a parameter of its path. */
export function RoomPage() {
  const { room } = useParams();
  return (
    <Section>
      <title>{`Room ${room}`}</title>
      <Heading as="h1">Room {room}</Heading>
      <TextLink to="/backend/rooms/red">The red room</TextLink>
      <TextLink to="/backend">All openings</TextLink>
    </Section>
  );
}
