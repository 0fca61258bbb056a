// An engine in JavaScript: reads jobs and writes answers, a line each, as the
// program in Go beside it does. The first argument names the engine; packages
// come from the folder the process runs in.
'use strict';
const { createRequire } = require('node:module');
const fs = require('node:fs');
const readline = require('node:readline');
const load = createRequire(process.cwd() + '/');

const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system) * 1000; };

function counter(name) {
  switch (name) {
    case 'npm-tiktoken': {
      const enc = load('tiktoken').get_encoding('o200k_base');
      return s => enc.encode_ordinary(s).length;
    }
    case 'gpt-tokenizer': {
      const enc = load('gpt-tokenizer/encoding/o200k_base');
      return s => enc.countTokens(s, { allowedSpecial: new Set(), disallowedSpecial: new Set() });
    }
    default:
      return () => 0;
  }
}

// Both prompt libraries count with the fastest counter there is for them.
async function promptTsx(w, oneMessage) {
  const tsx = load('@vscode/prompt-tsx');
  const { countTokens } = load('gpt-tokenizer/encoding/cl100k_base');
  const count = p => countTokens(p.text ?? '');
  const tokenizer = {
    mode: tsx.OutputMode.Raw, tokenLength: count,
    countMessageTokens: m => m.content.reduce((n, p) => n + count(p), 3),
  };
  class Prompt extends tsx.PromptElement {
    render() {
      if (!oneMessage) {
        return vscpp(vscppf, null, ...w.chunks.map((s, i) => vscpp(tsx.UserMessage, { priority: w.priorities[i] }, s)));
      }
      return vscpp(tsx.UserMessage, null, ...w.chunks.map((s, i) => vscpp(tsx.TextChunk, { priority: w.priorities[i] }, s)));
    }
  }
  const r = await tsx.renderPrompt(Prompt, {}, { modelMaxPromptTokens: w.limit }, tokenizer, undefined, undefined, tsx.OutputMode.Raw);
  return r.tokenCount;
}

async function priompt(w) {
  const p = load('@impowering/priompt');
  const { CL100K } = load('@impowering/priompt/dist/tokenizer');
  const prompt = p.createElement('scope', {}, ...w.chunks.map((s, i) => p.createElement('scope', { p: w.priorities[i] }, s)));
  return (await p.render(prompt, { tokenLimit: w.limit, tokenizer: CL100K })).tokenCount;
}

function fitter(name) {
  switch (name) {
    case 'prompt-tsx': return w => promptTsx(w, true);
    case 'prompt-tsx-messages': return w => promptTsx(w, false);
    case 'priompt': return priompt;
  }
}

async function answer(job, count, loaded, fit) {
  if (job.task === 'load') return { ns: [loaded], bytes: process.memoryUsage().rss };
  const ns = [], tokens = [];
  if (job.task === 'fit') {
    const w = JSON.parse(fs.readFileSync(job.chunk, 'utf8'));
    const small = { chunks: w.chunks.slice(0, 50), priorities: w.priorities.slice(0, 50), limit: 500 };
    await fit(small); // the engine compiles what it runs often
    for (let n = 0, all = 0; n < 9 && all < 1e9; n++) {
      const start = cpu();
      tokens.push(await fit(w));
      ns.push(Math.round(cpu() - start));
      all += ns[n];
    }
    return { ns, tokens };
  }
  count(fs.readFileSync(job.warm, 'utf8'));
  for (const name of job.files) {
    const s = fs.readFileSync(name, 'utf8');
    const start = cpu();
    tokens.push(count(s));
    ns.push(Math.round(cpu() - start));
  }
  return { ns, tokens };
}

async function main(name) {
  const write = process.stdout.write.bind(process.stdout);
  console.log = console.warn = console.error; // libraries that talk
  const before = cpu();
  const count = counter(name), fit = fitter(name);
  count('ready');
  const loaded = Math.round(cpu() - before);
  write('{}\n');
  for await (const line of readline.createInterface({ input: process.stdin })) {
    let a;
    try { a = await answer(JSON.parse(line), count, loaded, fit); } catch (e) { a = { error: String(e).split('\n')[0].slice(0, 200) }; }
    write(JSON.stringify(a) + '\n');
  }
}

main(process.argv[2]);
