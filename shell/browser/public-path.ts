// The shell's other files are in this script's folder. This line is shorter than the bundler's own detection, which every
// first page would load.
__webpack_public_path__ = (document.currentScript as HTMLScriptElement).src.replace(/[^/]*$/, '');
