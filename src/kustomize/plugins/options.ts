/** What functions and plugins may do, and how long. */

export interface FunctionOptions {
  /** Functions that are programs of this machine may run. Without it, they are left out as if they changed nothing. */
  exec?: boolean
  /**
   * Functions whose program is a WebAssembly module (`.wasm`) run within this process: without files, network and the
   * user's variables, so that they need neither `exec` nor trust.
   */
  wasi?: boolean
  /** Functions that ask for the network get it. */
  network?: boolean
  /** Variables of functions, `NAME=value`; a bare `NAME` hands a variable of the user to a container. */
  env?: readonly string[]
  /** What containers see of this machine, e.g. `type=bind,src=/srv/data,dst=/data,rw=true`. */
  mounts?: readonly string[]
  /** `uid:gid` that functions in containers run as. Default `nobody`. */
  user?: string
  /** The program that runs containers. Default `docker`, or `podman` or `nerdctl` where that one is absent. */
  containerProgram?: string
  /** How long each function or plugin may take. Default 300. */
  seconds?: number
  /** How much each may write. Default 128 MiB. */
  maximumBytes?: number
  /** The user's variables that tell where plugins are: KUSTOMIZE_PLUGIN_HOME, XDG_CONFIG_HOME and HOME. */
  environment?: Readonly<Record<string, string | undefined>>
}

export const DEFAULT_SECONDS = 300
export const DEFAULT_MAXIMUM_BYTES = 128 * 1024 * 1024
