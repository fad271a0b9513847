import { mkdirSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
process.env['TESSERA_URL'] ??= 'http://127.0.0.1:8411/h5/';
const { chromium } = await import('playwright/test');
const { browserLaunch } = await import('./fixtures/browserLaunch');
const { phone } = await import('./fixtures/phone');
const { registerNewcomer } = await import('./fixtures/registerNewcomer');
const { rememberedBrowser } = await import('./fixtures/rememberedBrowser');
// usage: npx tsx e2e/zz-look.ts out "w x h" lang theme font forced visitor|member path...
const [out, size='390x844', lang='en', theme='light', font='100', forced='no', who='member', ...paths] = process.argv.slice(2);
mkdirSync('/tmp/shots',{recursive:true});
const browser = await chromium.launch(browserLaunch);
const kept = '/tmp/scr/session.json';
let session: any = {};
if (who==='member'){ if(!existsSync(kept)){ session=(await registerNewcomer(browser)).session; writeFileSync(kept,JSON.stringify(session)); } else session=JSON.parse(readFileSync(kept,'utf8')); }
const [w,h]=size.split('x').map(Number);
const desktop = w!>1000;
const ctx = await browser.newContext({ ...(desktop?{locale:'en-US'}:phone), deviceScaleFactor:1, viewport:{width:w!,height:h!}, colorScheme: theme as any, forcedColors: forced==='yes'?'active':'none', storageState: rememberedBrowser({...session, lang: lang as any, theme: theme as any}) });
if(font!=='100') await ctx.addInitScript(`new MutationObserver(()=>{if(document.documentElement)document.documentElement.style.fontSize='${font}%'}).observe(document,{childList:true}); document.addEventListener('DOMContentLoaded',()=>{document.documentElement.style.fontSize='${font}%'})`);
const page = await ctx.newPage();
let i=0;
for (const p of paths){ await page.goto('about:blank'); await page.goto(desktop?`http://127.0.0.1:8411/pc/#${p}`:`${process.env['TESSERA_URL']}#${p}`); await page.waitForTimeout(Number(process.env['WAIT']??3500)); if(process.env['SCROLL']) await page.evaluate((y)=>document.getElementById('page')!.scrollTop=y, Number(process.env['SCROLL'])); await page.screenshot({path:`/tmp/shots/${out}-${i}.png`}); i++; }
await browser.close();
