import path from 'node:path';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { containerName, remoteBrowserConfig } from 'kit/federation/rspack-remote';
import { shellBrowserConfig } from '../rspack.shell.ts';
import { findFreePort } from './free-port.ts';
import { repositoryRoot } from './settings.ts';
