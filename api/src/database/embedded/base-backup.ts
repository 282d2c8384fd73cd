import { PassThrough, type Readable } from 'node:stream';
import pg from 'pg';
import { StartError } from '../../settings/start-error.ts';

/** What the messages of a base backup begin with (PostgreSQL, "Streaming Replication Protocol", BASE_BACKUP). */
const kinds = { archive: 0x6e, data: 0x64 };

/**
 * A copy of a running server's whole folder, as a tar with the log of the time that it took: opened, it is the database as
 * it was when the copy ended. The embedded packages bring no pg_basebackup, and those of the system refuse newer servers.
 *
 * @param databaseUrl of a user with the right to replicate, as the owner of the embedded database has it.
 * @returns the tar; it fails when the copy does, and has ended only when all of it is there.
 */
export async function openBaseBackup(databaseUrl: string): Promise<Readable> {
  // The type lacks the setting, which asks for a connection that speaks of replication.
  const settings = { connectionString: databaseUrl, replication: 'true', keepAlive: true };
  const client = new pg.Client(settings);
  client.on('error', () => undefined);
  await client.connect();
  const copy = new BackupQuery(
    `BASE_BACKUP (LABEL 'beaconfield', CHECKPOINT 'fast', WAL true, MANIFEST 'no', PROGRESS false)`,
  );
  try {
    // Keeps the log of the whole time, however long it takes and whatever is written meanwhile; gone with the connection.
    await client.query(
      `CREATE_REPLICATION_SLOT backup_${process.pid}_${Date.now()} TEMPORARY PHYSICAL (RESERVE_WAL true)`,
    );
    client.query(copy);
  } catch (error) {
    await client.end();
    throw error;
  }
  copy.tar.once('close', () => void client.end());
  return copy.tar;
}

/** The answer to BASE_BACKUP: tables of where it begins and ends, and between them the tar. */
class BackupQuery implements pg.Submittable {
  readonly tar = new PassThrough({ highWaterMark: 1024 * 1024 });
  readonly #command: string;
  #archives = 0;

  constructor(command: string) {
    this.#command = command;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#command);
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: pg.Connection): void {
    if (this.tar.destroyed) return;
    if (chunk[0] === kinds.archive) this.#archives += 1;
    if (this.#archives > 1) {
      this.tar.destroy(
        new StartError(
          'The database has tablespaces outside of its folder, which are not backed up: move their tables back.',
        ),
      );
      return;
    }
    if (chunk[0] !== kinds.data) return;
    // A copy: node-postgres uses the memory of a message again.
    if (this.tar.write(Buffer.from(chunk.subarray(1))) || stream.isPaused()) return;
    stream.pause();
    this.tar.once('drain', () => stream.resume());
  }

  handleError(error: Error): void {
    this.tar.destroy(error);
  }

  handleReadyForQuery(): void {
    this.tar.end();
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
}
