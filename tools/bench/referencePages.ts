/** Pages that do one thing as directly as a browser allows: what ours is measured against. */
const socketScript = `<script src="/bench/socket.io.js"></script><script>
  const socket = io({ path: '/socket', transports: ['websocket'] });
</script>`;

const listStyle = (isContained: boolean): string => `<style>
  body { margin: 0; font: 15px system-ui; }
  .row { display: flex; justify-content: space-between; height: 60px; align-items: center; padding: 0 16px; ${isContained ? 'contain: strict; content-visibility: auto;' : ''} }
  .price { font-variant-numeric: tabular-nums; }
</style>`;

const rowsScript = (count: number): string => `
  const rows = new Map();
  for (let n = 0; n < ${count}; n += 1) {
    const row = document.createElement('div');
    row.className = 'row';
    row.innerHTML = '<span>B' + n + '/USDT</span><span class="price">0</span>';
    document.body.append(row);
    rows.set('B' + n + '-USDT', row.lastChild);
  }`;

/** Text written straight into the rows in view, once a frame: a list cannot do less. */
export const directList = (
  count: number,
): string => `<!doctype html>${listStyle(true)}<body></body>${socketScript}<script>${rowsScript(count)}
  const seen = new Set();
  const watch = new IntersectionObserver((entries) => { for (const e of entries) e.isIntersecting ? seen.add(e.target.lastChild) : seen.delete(e.target.lastChild); });
  for (const row of document.querySelectorAll('.row')) watch.observe(row);
  let latest = new Map(), planned = false;
  socket.on('quotes', ({ rows: changed }) => {
    for (const row of changed) latest.set(row[0], row[3]);
    if (planned) return;
    planned = true;
    requestAnimationFrame(() => {
      planned = false;
      for (const [symbol, price] of latest) { const cell = rows.get(symbol); if (seen.has(cell)) cell.firstChild.nodeValue = price; }
      latest = new Map();
    });
  });
</script>`;

/** Every row written with every batch, without containment: what happens when nobody cares. */
export const carelessList = (
  count: number,
): string => `<!doctype html>${listStyle(false)}<body></body>${socketScript}<script>${rowsScript(count)}
  socket.on('quotes', ({ rows: changed }) => { for (const row of changed) rows.get(row[0]).textContent = row[3]; });
</script>`;

/** The library's own way: the last point is updated and the chart drawn again. */
export const ownRedrawChart = (
  candles: readonly (readonly number[])[],
  symbol: string,
): string => `<!doctype html><body style="margin:0"><div id="chart" style="height:320px"></div></body>
<script src="/bench/highstock.js"></script>${socketScript}<script>
  const chart = Highcharts.stockChart('chart', {
    chart: { animation: false }, navigator: { enabled: false }, rangeSelector: { enabled: false }, scrollbar: { enabled: false }, credits: { enabled: false },
    series: [{ type: 'candlestick', animation: false, dataGrouping: { enabled: false }, data: ${JSON.stringify(candles)} }],
  });
  const points = chart.series[0].options.data;
  socket.on('quotes', ({ rows }) => {
    const row = rows.find((one) => one[0] === '${symbol}');
    if (!row) return;
    const last = chart.series[0].points.at(-1), price = Number(row[3]);
    last.update([last.x, last.open, Math.max(last.high, price), Math.min(last.low, price), price], true, false);
  });
</script>`;
