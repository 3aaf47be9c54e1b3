/** What flags and commands are for, in words. */

export const BUILD_HELP = `Build the kustomization in a folder and print its objects.

DIR is a folder with a kustomization.yaml, kustomization.yml or Kustomization file; without it, the
working directory is built. The output is that of kustomize, byte for byte.

Examples:
  strake build overlays/production
  strake build overlays/production --output rendered.yaml
  strake build --each overlays/staging overlays/production --output rendered
  strake build overlays/production --log-format json 2> problems.jsonl`

export const CREATE_HELP = `Create a kustomization.yaml in the working directory.

Resources are files, patterns of files, folders with a kustomization, or URLs of such. With --autodetect, every
file that holds Kubernetes objects is taken too.

Examples:
  strake create --resources deployment.yaml,service.yaml --namespace staging
  strake create --autodetect --recursive`

export const LOCALIZE_HELP = `Copy a kustomization with everything it refers to into a new folder.

TARGET is the folder of a kustomization, the working directory if left out, or a URL with a ref. DEST must not
exist, the folder it lies in must; if left out, it is localized-NAME in the working directory. References that
leave the scope, by default TARGET, are refused; remote ones become local, in localized-files. At the end both
are built and compared.

Examples:
  strake localize overlays/production
  strake localize overlays/production /tmp/copy --scope .
  strake localize 'https://github.com/acme/shop//overlays/production?ref=v1.2' copy`

export const VENDOR_HELP = `Copy everything remote that a kustomization uses into vendor/ beside it, and build from there.

The kustomization stays as it is. As long as the folder is there, builds of DIR take remote parts from it, ask
nobody, and refuse what is not in it or was changed. Remove the folder to fetch again.

Examples:
  strake vendor overlays/production
  strake vendor overlays/production --check`

/** By command and flag; global flags by their name alone. */
export const FLAG_HELP: Record<string, string> = {
  'stack-trace': 'accepted for compatibility',
  quiet: "print only the reference's lines to stderr",
  'log-format': 'form of what is printed to stderr: text or json',
  'build as-current-user': 'run functions in containers with the uid and gid of the current user',
  'build container-engine': 'program that runs containers (default docker, or podman or nerdctl without it)',
  'build each': 'build every DIR there is, one after another; files that they share are parsed once',
  'build enable-alpha-plugins': 'allow plugins and functions; allows helm too',
  'build enable-exec': 'allow functions that are programs on this machine; never for configuration you do not trust',
  'build enable-helm': 'allow helm charts',
  'build enable-wasi':
    'run functions that are WebAssembly modules (.wasm), without files and network; no --enable-exec needed',
  'build env': 'environment variable for functions, name or name=value; may repeat',
  'build function-timeout': 'seconds that each function or plugin may take (default 300)',
  'build helm-api-versions': 'API version that helm charts see as available; may repeat',
  'build helm-command': 'the helm program',
  'build helm-debug': 'ask helm for debug output',
  'build helm-kube-version': 'Kubernetes version that helm charts see',
  'build load-restrictor': 'LoadRestrictionsNone lets a kustomization read files from outside its folder',
  'build mount': 'storage that functions may read; may repeat',
  'build network': 'let functions that ask for it use the network',
  'build network-name': 'accepted for compatibility',
  'build offline': 'fetch nothing: remote parts come from the cache, or the build fails and names them',
  'build output': 'write to this file, or one file per object into this existing folder',
  'create annotations': 'annotations for all objects, key:value and separated by commas',
  'create autodetect': 'take all files of the working directory that hold objects',
  'create labels': 'labels for all objects and selectors, key:value and separated by commas',
  'create nameprefix': 'prefix of all names',
  'create namespace': 'namespace of all objects',
  'create namesuffix': 'suffix of all names',
  'create recursive': 'with --autodetect: look into folders, and take those with a kustomization as a whole',
  'create reference-format': 'leave an empty file behind a bad label, as kustomize does',
  'create resources': 'files, patterns and folders, separated by commas',
  'localize no-verify': 'do not build and compare target and copy',
  'localize offline': 'fetch nothing: remote parts come from the cache',
  'localize scope': 'the folder that references may not leave; it holds TARGET (default TARGET)',
  'vendor check': 'change nothing; exit code 1 when the folder is not what the kustomization needs',
  'vendor enable-alpha-plugins': 'allow plugins and functions; allows helm too',
  'vendor enable-exec': 'allow functions that are programs on this machine; never for configuration you do not trust',
  'vendor enable-helm': 'allow helm charts',
  'vendor load-restrictor': 'LoadRestrictionsNone lets a kustomization read files from outside its folder',
  'vendor offline': 'fetch nothing: remote parts come from the cache',
  'version output': "'yaml' or 'json'",
}
