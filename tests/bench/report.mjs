// The table of docs/benchmarks.md.
import { arch, cpus, platform } from 'node:os'

const seconds = (value) => (value === undefined ? '–' : value < 1 ? value.toFixed(3) : value.toFixed(2))
const megabytes = (value) => (value === undefined ? '–' : (value / 1024 / 1024).toFixed(0))
const ratio = (ours, theirs, most) => {
  if (ours === undefined || theirs === undefined) return '–'
  const value = ours / theirs
  return `${value < 0.1 ? value.toFixed(3) : value.toFixed(2)} (${most})${value > most ? ' **over**' : ''}`
}
const row = (cells) => `| ${cells.join(' | ')} |\n`

/** One shape's ratios, while the others are still to come. */
export function oneLine({ shape, reference, executable, node, bare }) {
  const onNode = ratio(node.cpu, shape.againstNode ? bare?.cpu : reference?.cpu, shape.node)
  return `executable ${ratio(executable?.cpu, reference?.cpu, shape.executable)}, Node ${onNode}`
}

/** The whole document. */
export function report(rows, remote, kpt, flux, stack) {
  let text = `# Benchmarks

Whole processes, from start to exit, output to /dev/null: medians of runs that take turns. CPU is user and system time
together. The inputs are made by \`tests/bench/shapes.mjs\`, and both programs print the same bytes for every one of them.
\`npm run executable && npm run bench -- --slow\` makes this page again.

Machine: ${cpus().length} x ${cpus()[0]?.model.trim()}, ${platform()} ${arch()}; Node ${process.version}; kustomize 5.8.2.

## CPU

Ratios are ours divided by kustomize's; in brackets the most we allow ourselves. The one of \`trivial\` on Node is against
\`node -e 0\`, below which no program on Node can be.${startOfNode(rows)}

`
  text += row(['shape', 'kustomize, s', 'executable, s', 'Node, s', 'executable : kustomize', 'Node : kustomize'])
  text += row(['---', '---:', '---:', '---:', '---:', '---:'])
  for (const { shape, reference, executable, node, bare } of rows) {
    text += row([
      shape.name,
      seconds(reference?.cpu),
      seconds(executable?.cpu),
      seconds(node.cpu),
      ratio(executable?.cpu, reference?.cpu, shape.executable),
      ratio(node.cpu, shape.againstNode ? bare?.cpu : reference?.cpu, shape.node),
    ])
  }
  text += `\n## Wall time and peak memory\n\n`
  text += row(['shape', 'kustomize, s', 'executable, s', 'Node, s', 'kustomize, MB', 'executable, MB', 'Node, MB'])
  text += row(['---', '---:', '---:', '---:', '---:', '---:', '---:'])
  for (const { shape, reference, executable, node } of rows) {
    const programs = [reference, executable, node]
    text += row([
      shape.name,
      ...programs.map((one) => seconds(one?.wall)),
      ...programs.map((one) => megabytes(one?.peak)),
    ])
  }
  if (remote.length > 0) text += remoteReport(remote)
  if (kpt.length > 0) text += kptReport(kpt)
  if (flux.length > 0) text += fluxReport(flux)
  if (stack.length > 0) text += stackReport(stack)
  return text
}

/** What of all times on Node is Node's own. */
function startOfNode(rows) {
  const { bare, uncertified } = rows.find((one) => one.bare !== undefined) ?? {}
  if (bare === undefined) return ''
  let text = ` That takes ${seconds(bare.cpu)} s here, a part of every time in the column of Node.`
  if (bare.cpu > 1.2 * uncertified.cpu) {
    text += ` NODE_EXTRA_CA_CERTS is set on this machine, and without it Node's start takes ${seconds(uncertified.cpu)} s.`
  }
  return text
}

function kptReport(rows) {
  let text = `
## kpt's commands

CPU of whole processes, against kpt 1.0.0-beta.56; packages of Deployments with setters, Services and ConfigMaps, one in each file, made by
\`tests/bench/kpt.mjs\`; output to /dev/null. kpt runs the functions of its catalog in containers only. So kpt's pipelines here are of as many programs that do
nothing (\`cat\`): its own cost, without that of functions and containers. The column "with functions" is what was measured elsewhere for kpt with the functions'
programs in the place of containers, and ratios of those rows are against it. In brackets the most we allow ourselves.

`
  const columns = ['kpt, s', 'with functions, s', 'executable, s', 'Node, s', 'executable : kpt', 'Node : kpt']
  text += row(['command', ...columns, 'kpt, MB', 'Node, MB'])
  text += row(['---', ...Array(8).fill('---:')])
  for (const { name, most, known, reference, executable, node } of rows) {
    const theirs = known ?? reference?.cpu
    text += row([
      name,
      ...[reference?.cpu, known, executable?.cpu, node.cpu].map(seconds),
      ...[executable?.cpu, node.cpu].map((ours) => ratio(ours, theirs, most)),
      ...[reference?.peak, node.peak].map(megabytes),
    ])
  }
  return text
}

function remoteReport(rows) {
  const milliseconds = (one) => (one === undefined ? '–' : (one.wall * 1000).toFixed(0))
  const times = (ours, theirs) =>
    ours === undefined || theirs === undefined ? '–' : (ours.wall / theirs.wall).toFixed(2)
  let text = `
## Remote bases

Wall time, from repositories of 20 objects each that git's own program serves over HTTP on loopback: no distance, so a network adds its
share to whoever asks. A first build has an empty cache; kustomize keeps none, so that each of its builds is a first one. Requests are
those that reach the server in one build.

`
  text += row([
    'build',
    'kustomize, ms',
    'executable, ms',
    'Node, ms',
    'executable : kustomize',
    'Node : kustomize',
    'requests, kustomize',
    'requests, ours',
  ])
  text += row(['---', '---:', '---:', '---:', '---:', '---:', '---:', '---:'])
  for (const { name, requests, reference, executable, node } of rows) {
    text += row([
      name,
      ...[reference, executable, node].map(milliseconds),
      times(executable, reference),
      times(node, reference),
      requests.reference ?? '–',
      requests.node,
    ])
  }
  return text
}

function fluxReport(rows) {
  let text = `
## flux render and flux diff

CPU of whole processes, output to /dev/null. Rendering a repository of 300 Kustomizations with 5,000 objects, made by \`tests/bench/flux.mjs\`, against building
its 300 kustomizations with \`strake build --each\` (1.5 at most). \`flux diff\` of two revisions that differ in one file, against twice rendering the one
Kustomization that it belongs to, the 299 others being read and suspended (1.5 at most, without git's share, which is what
git alone takes to write all objects of the repository).

`
  const columns = ['flux render, s', 'build --each, s', 'ratio', 'flux render, MB', 'one flux build, s']
  const more = ['flux diff, s', 'of it git, s', 'one of 300 rendered, s', 'ratio to twice that', 'without git']
  text += row(['program', ...columns, ...more])
  text += row(['---', ...[...columns, ...more].map(() => '---:')])
  for (const { name, render, builds, one, diff, git, rendersOne } of rows) {
    text += row([
      name,
      render.cpu.toFixed(2),
      builds.cpu.toFixed(2),
      (render.cpu / builds.cpu).toFixed(2),
      (render.peak / 1e6).toFixed(0),
      one === undefined ? '' : one.cpu.toFixed(2),
      diff.cpu.toFixed(2),
      git.cpu.toFixed(2),
      rendersOne.cpu.toFixed(2),
      (diff.cpu / (2 * rendersOne.cpu)).toFixed(2),
      ((diff.cpu - git.cpu) / (2 * rendersOne.cpu)).toFixed(2),
    ])
  }
  return text
}

function stackReport(rows) {
  let text = `
## stack

CPU inside the process: a cluster made by \`tests/bench/stack-work.ts\` becomes the files of its repository (\`render\`); our YAML layer reads the same files and prints
them (\`reread\`); the tree is checked and every directory built (\`check\`). Rendering may cost 5 times the rereading, 700 MB, and 11.5 times a tenth of the size.

`
  const columns = [
    'objects',
    'files',
    'render, s',
    'reread, s',
    'render : reread',
    'check, s',
    'MB',
    'render : a tenth',
  ]
  text += row(['nodes', ...columns])
  text += row(['---:', ...columns.map(() => '---:')])
  for (const [i, { nodes, files, objects, render, reread, check, peak }] of rows.entries()) {
    text += row([
      nodes,
      objects,
      files,
      render.toFixed(2),
      reread.toFixed(2),
      ratio(render, reread, 5),
      check.toFixed(2),
      (peak / 1e6).toFixed(0),
      i === 0 ? '' : ratio(render, rows[i - 1].render, 11.5),
    ])
  }
  return text
}
