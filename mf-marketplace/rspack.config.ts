import { defineRemote } from 'kit/federation/rspack-remote';

export default defineRemote({ folder: import.meta.dirname });
