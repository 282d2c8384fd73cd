import { jestProject } from 'kit/testing/jest-project';

export default jestProject('mf-marketing', import.meta.dirname);
