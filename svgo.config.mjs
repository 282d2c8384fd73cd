/** `npx svgo <file>` tidies a drawing so that a person can read it, and a program for drawings opens it, part by part. */
export default {
  js2svg: { pretty: true, indent: 2 },
  plugins: [
    {
      name: 'preset-default',
      params: {
        overrides: {
          // Parts keep their names.
          cleanupIds: false,
          // Groups and shapes stay as they were drawn.
          collapseGroups: false,
          convertShapeToPath: false,
          mergePaths: false,
          moveElemsAttrsToGroup: false,
          moveGroupAttrsToElems: false,
          // Both save bytes by rounding, which is seen at the edges of letters.
          convertPathData: false,
          convertTransform: false,
          // Sorted attributes are no smaller once they are compressed.
          sortAttrs: false,
        },
      },
    },
  ],
};
