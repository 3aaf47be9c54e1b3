// The engine in a browser: `npm run check:browser`. Bundles dist/index.js as a web page would, with nothing put in the place
// of Node's modules, and builds every example in headless Chromium. The page has no network but the files served here.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { build } from 'vite'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const places = [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const browserPath = places.find((place) => place !== '' && existsSync(place))

const page = `import { build, memoryFileSystem } from ${JSON.stringify(join(root, 'dist/index.js'))}
window.buildAt = async (files, root) => (await build({ root, fs: memoryFileSystem(files) })).text
`

/** Every file of examples/ as the page gets it, by absolute path. */
function exampleFiles() {
  const folder = join(root, 'examples')
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  )
  return Object.fromEntries(paths.map((path) => [`/examples/${path}`, readFileSync(join(folder, path), 'utf8')]))
}

async function bundle(folder) {
  writeFileSync(join(folder, 'page.js'), page)
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>strake</title><script type="module" src="./page.js"></script>\n',
  )
  await build({ root: folder, base: './', logLevel: 'error', configFile: false, build: { outDir: 'out' } })
  return join(folder, 'out')
}

/** Vite puts an empty stand-in where a module of Node's is asked for; the engine must ask for none. */
function askedForNode(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'))
  return files.filter((path) => /__vite-browser-external|["'`]node:/.test(readFileSync(join(folder, path), 'utf8')))
}

function serve(folder) {
  const types = { '.js': 'text/javascript', '.html': 'text/html' }
  const server = createServer((request, response) => {
    const file = join(folder, request.url === '/' ? 'index.html' : new URL(request.url, 'http://x').pathname)
    if (!file.startsWith(folder) || !existsSync(file)) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' }).end(readFileSync(file))
  })
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)))
}

async function main() {
  if (browserPath === undefined) {
    process.stdout.write('browser: Chromium and $CHROMIUM are absent: 0 checks run\n')
    return 0
  }
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'strake-browser-'))
  let server
  let browser
  let passed = 0
  const failures = []
  const check = (name, isRight, detail = '') => {
    if (isRight) passed++
    else failures.push(`FAILED ${name}${detail === '' ? '' : `: ${detail}`}`)
  }
  try {
    const out = await bundle(folder)
    const asking = askedForNode(out)
    check('no module of Node', asking.length === 0, asking.join(', '))
    server = await serve(out)
    browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] })
    const tab = await browser.newPage()
    const problems = []
    tab.on('pageerror', (error) => problems.push(error.message))
    await tab.goto(`http://127.0.0.1:${server.address().port}/`)
    await tab.waitForFunction('window.buildAt !== undefined', undefined, { timeout: 20_000 })
    const files = exampleFiles()
    for (const path of Object.keys(files).filter((one) => one.endsWith('/expected.yaml'))) {
      const text = await tab
        .evaluate(([all, at]) => window.buildAt(all, at), [files, dirname(path)])
        .catch((error) => String(error))
      check(dirname(path), text === files[path], text.slice(0, 200))
    }
    check('no errors in the page', problems.length === 0, problems.join(', '))
  } finally {
    await browser?.close()
    server?.close()
    rmSync(folder, { recursive: true, force: true })
  }
  for (const line of failures) process.stdout.write(`${line}\n`)
  process.stdout.write(`${passed} passed, ${failures.length} failed\n`)
  return failures.length > 0 ? 1 : 0
}

process.exitCode = await main()
