/** Blocks of longer pages, in an entry point of their own that only pages with one of them load. */
export { type Column, DataTable } from './data-table.tsx';
export { type Feature, FeatureGrid, Points } from './feature-grid.tsx';
export { ProgressBar } from './progress-bar.tsx';
export { Prose } from './prose.tsx';
export { ScrollReveal } from './scroll-reveal.tsx';
export { type Stat, StatBand } from './stat-band.tsx';
export { type Step, Steps } from './steps.tsx';
export { Testimonial } from './testimonial.tsx';
