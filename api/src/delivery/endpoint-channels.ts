import type { Database } from '../database/database.ts';
import type { Channel } from './channel.ts';
import { DeliveryError } from './delivery-error.ts';
import { endpointPrefix, findEndpoint, listEndpoints } from './endpoint-statements.ts';
import { buildEndpointChannel, type Endpoint } from './webhook.channel.ts';

/** The endpoints that the office added, as channels. They come and go while the API runs. */
export class EndpointChannels {
  private readonly database: Database;
  private readonly allowPrivate: boolean;

  constructor(database: Database, allowPrivate: boolean) {
    this.database = database;
    this.allowPrivate = allowPrivate;
  }

  /** The channels of now by name. */
  async names(): Promise<string[]> {
    const rows = await this.database.run<{ name: string }>(listEndpoints, []);
    return rows.map(({ name }) => endpointPrefix + name);
  }

  build(channel: string): Channel {
    const name = channel.slice(endpointPrefix.length);
    const find = async (): Promise<Endpoint> => {
      const [endpoint] = await this.database.run<Endpoint & Record<string, unknown>>(findEndpoint, [name]);
      if (!endpoint) throw new DeliveryError(`the webhook ${name} was removed`, 'away');
      return endpoint;
    };
    return buildEndpointChannel(find, this.allowPrivate);
  }
}
