import { readFileSync } from 'node:fs'
import { markdown, mdx } from './src/l10n/formats/markdown/format.ts'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfm } from 'micromark-extension-gfm'
import { gfmFromMarkdown } from 'mdast-util-gfm'
const root='/work/shared/corpus/starlight-mdx/docs/src/content/docs/'
const body=readFileSync(root+'guides/i18n.mdx','utf8').replace(/^---[\s\S]*?\n---\n/,'').replace(/^import .*$/gm,'')
const cpu=()=>process.cpuUsage().user/1000
const time=(f:()=>unknown)=>{const a=cpu(); f(); return (cpu()-a)|0}
time(()=>markdown.read(body)); time(()=>mdx.read(body))
for (const n of [12,25,50]) {
  const t=Array.from({length:n},(_, i)=>body.replaceAll('Starlight','Starlight'+i)).join('\n')
  const e=markdown.read(t+'\n').entries
  const plain=time(()=>fromMarkdown(t,{extensions:[gfm()],mdastExtensions:[gfmFromMarkdown()]}))
  const read=time(()=>markdown.read(t))
  const target=time(()=>markdown.readTarget(t,'de',t))
  const base=t.replace('Configure','Konfigurier')
  const write=time(()=>markdown.write({source:t,base:base,locale:'de',values:new Map([[e[e.length>>1]!.key,'geändert']])}))
  const x=time(()=>mdx.read(t))
  console.log(n,'lines',t.split('\n').length,'kB',t.length>>10,'entries',e.length,{plain,read,target,write,mdx:x})
}
for (const [name,text] of [['brackets','[a'.repeat(60000)],['stars','*a **b '.repeat(30000)],['ticks','`a``b'.repeat(40000)],['lt','<a '.repeat(60000)],['fences','```\n'.repeat(40001)],['defs','[a]: b\n'.repeat(30000)],['fn','[^a]: b\n\n'.repeat(20000)],['fn2',Array.from({length:15000},(_, i)=>`[^${i}]: b\n\n`).join('')],['table','|a'.repeat(20000)+'\n'+'|-'.repeat(20000)+'\n'],['table rows','|a|b|\n|-|-|\n'+'|c|d|\n'.repeat(20000)],['nest20',((Array.from({length:20},(_, i)=>'  '.repeat(i)+'- a\n').join('')).repeat(300))],['lists','- a\n'.repeat(40000)],['quote lines','> '.repeat(40)+'a\n'+('> '.repeat(40)+'b\n').repeat(2500)],['attrs','<A '+'x="1" '.repeat(20000)+'/>'],['tags','<A/>'.repeat(30000)],['open','<A>'.repeat(40)+'\n'],['expr','{'.repeat(20000)],['backslash','\\'.repeat(200000)],['front','---\n'+'a: "b"\n'.repeat(20000)],['front2','---\n'+Array.from({length:15000},(_, i)=>`k${i}: "Bee ${i}"\n`).join('')+'---\n'],['esm','export const a = 1\n\n'.repeat(1)+Array.from({length:3000},(_, i)=>`export const a${i} = 1\n\n`).join('')],['exprs','{a} b\n\n'.repeat(15000)]] as const) for (const f of [markdown,mdx]) {
  let r=''; const ms=time(()=>{try{r=String(f.read(text).entries.length)}catch(e){r=String((e as Error).message).slice(0,90)}}); if(ms>1500)console.log('SLOW',f.id,name,text.length,ms,r)
}
