const named = {
  postcssPlugin: 'named-colours',
  Declaration(declaration) {
    if (declaration.value === 'signal-green') declaration.value = 'rgb(0 128 0)';
  },
};

export default { plugins: [named] };
