import { jestProject } from 'kit/testing/jest-project';

export default jestProject('mf-marketplace', import.meta.dirname);
