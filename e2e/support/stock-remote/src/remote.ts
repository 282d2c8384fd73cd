export const routes = [
  {
    path: '/stock',
    title: 'Built Without Our Tools',
    description: 'A page of a remote that the plugin of Module Federation built, as its documentation says.',
    chunk: 'page-stock',
    load: async () => (await import(/* webpackChunkName: "page-stock" */ './stock-page.tsx')).StockPage,
  },
];
