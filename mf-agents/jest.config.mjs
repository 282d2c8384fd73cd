import { jestProject } from 'kit/testing/jest-project';

export default jestProject('mf-agents', import.meta.dirname);
