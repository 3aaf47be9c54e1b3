/** Networks: their subnets and routes, firewall rules, routers, and connections to services. */
import {
  type CloudObject,
  type CloudObjects,
  identifier,
  listIn,
  PROJECT_ANNOTATION,
  quoted,
  reference,
} from './objects.ts'

interface Network {
  object: CloudObject
  /** `module.name` */
  module: string
  project: string
}

export function networkFile(objects: CloudObjects): string {
  const parts = partsByNetwork(objects)
  return objects
    .ofKind('ComputeNetwork')
    .map((object) => {
      const module = `module.${identifier(object.name)}`
      const project = objects.projectId(String(object.annotations[PROJECT_ANNOTATION] ?? ''))
      objects.exported(object)
      const own = parts.get(object.name)
      const part = (kind: string) => own?.get(kind) ?? []
      const network = { object, module, project }
      const vpc = vpcBlock(network, part('ComputeSubnetwork'), part('ComputeRoute'), objects)
      const firewalls = part('ComputeFirewall').filter(isPlainFirewall)
      const routers = part('ComputeRouter').map((router) => routerBlocks(router, network, objects))
      const services = part('ServiceNetworkingConnection').map((one) => serviceBlocks(one, network, objects))
      return [
        vpc,
        firewalls.length === 0 ? '' : '# Firewall Rules\n',
        ...firewalls.map((one) => firewallBlock(one, network, objects)),
        routers.length === 0 ? '' : '# NAT Router and config\n',
        ...routers,
        services.length === 0 ? '' : '\n# Service Networking for Cloud SQL & other services\n',
        ...services,
      ].join('')
    })
    .join('\n')
}

const PARTS = ['ComputeSubnetwork', 'ComputeRoute', 'ComputeFirewall', 'ComputeRouter', 'ServiceNetworkingConnection']

function partsByNetwork(objects: CloudObjects): Map<string, Map<string, CloudObject[]>> {
  const found = new Map<string, Map<string, CloudObject[]>>()
  for (const kind of PARTS) {
    for (const object of objects.ofKind(kind)) {
      const { name } = reference(object, 'networkRef')
      if (name === undefined) continue
      const own = found.get(name) ?? new Map<string, CloudObject[]>()
      own.set(kind, [...(own.get(kind) ?? []), object])
      found.set(name, own)
    }
  }
  return found
}

function vpcBlock(
  { object, project }: Network,
  subnets: readonly CloudObject[],
  routes: readonly CloudObject[],
  objects: CloudObjects,
): string {
  const { routingMode, description } = object.spec
  const plainRoutes = routes.filter(({ spec }) => spec.nextHopGateway === 'default-internet-gateway')
  for (const one of [...subnets, ...plainRoutes]) objects.exported(one)
  const routeList = `    routes = [
      ${plainRoutes.map(routeEntry).join(',')},
    ]
`
  return `# VPC and Subnets
module "${identifier(object.name)}" {
    source  = "terraform-google-modules/network/google"
    version = "~> 5.0"

    project_id   = ${project}
    network_name = ${quoted(object.name)}
${routingMode === undefined ? '' : `    routing_mode = ${quoted(routingMode)}\n`}${
  description === undefined ? '' : `    description  = ${quoted(description)}\n`
}
    subnets = [
       
${subnets.map(subnetEntry).join('')}    ]
    
${plainRoutes.length === 0 ? '' : routeList}}
`
}

function subnetEntry({ name, spec }: CloudObject): string {
  const { flowSampling, metadata, aggregationInterval } = (spec.logConfig ?? {}) as Record<string, unknown>
  const rows: [string, string | undefined][] = [
    ['subnet_name          ', quoted(name)],
    ['subnet_ip            ', quoted(spec.ipCidrRange)],
    ['subnet_region        ', quoted(spec.region)],
    ['subnet_private_access', String(spec.privateIpGoogleAccess === true)],
    ['subnet_flow_logs     ', String(spec.logConfig !== undefined)],
    ['subnet_flow_logs_sampling', given(flowSampling)],
    ['subnet_flow_logs_metadata', given(metadata)],
    ['subnet_flow_logs_interval', given(aggregationInterval)],
  ]
  return `        {\n${lines('            ', rows)}        },\n`
}

function given(value: unknown): string | undefined {
  return value === undefined ? undefined : quoted(value)
}

function lines(indent: string, rows: readonly [string, string | undefined][]): string {
  return rows.map(([name, value]) => (value === undefined ? '' : `${indent}${name} = ${value}\n`)).join('')
}

function routeEntry({ name, spec }: CloudObject): string {
  const tags = Array.isArray(spec.tags) ? spec.tags.join(',') : undefined
  const rows: [string, string | undefined][] = [
    ['name', quoted(name)],
    ['description', given(spec.description)],
    ['destination_range', quoted(spec.destRange)],
    ['priority', given(spec.priority)],
    ['next_hop_internet', quoted('true')],
    ['tags', given(tags)],
  ]
  return `{\n${lines('        ', rows)}      }`
}

/** Rules that say more than their block can would be wider without it. */
const NOT_SAID = ['deny', 'destinationRanges', 'sourceTags', 'sourceServiceAccounts', 'targetServiceAccounts']

function isPlainFirewall({ spec }: CloudObject): boolean {
  return spec.disabled !== true && !NOT_SAID.some((field) => field in spec)
}

function firewallBlock(firewall: CloudObject, { module, project }: Network, objects: CloudObjects): string {
  const { name, spec } = firewall
  objects.exported(firewall)
  const texts = (value: unknown) => (Array.isArray(value) ? value.map((one) => quoted(one)) : [])
  const list = (field: string, values: readonly string[]) =>
    values.length === 0 ? '' : `\n  ${field} = [\n${values.map((one) => `  ${one},\n`).join('')}  ]\n`
  const allowed = listIn(spec.allow).map(({ protocol, ports }) => {
    const numbers = texts(ports)
    const shown = numbers.length === 0 ? '' : `    ports    = [${numbers.map((one) => `${one},`).join('')}]\n`
    return `\n  allow {\n    protocol = ${quoted(protocol)}\n${shown}  }\n`
  })
  const logs = spec.enableLogging === true ? '\n  log_config {\n      metadata = "INCLUDE_ALL_METADATA"\n    }\n' : ''
  // The recorded program leaves the tags out, which opens the rule to all machines.
  const tags = objects.asRecorded ? [] : texts(spec.targetTags)
  return `resource "google_compute_firewall" "${identifier(name)}" {
  name      = ${quoted(name)}
  network   = ${module}.network_name
  project   = ${project}
  direction = ${quoted(spec.direction ?? 'INGRESS')}
${spec.priority === undefined ? '' : `  priority  = ${Number(spec.priority)}\n`}${logs}${allowed.join('')}${list(
  'source_ranges',
  texts(spec.sourceRanges),
)}${list('target_tags', tags)}}
`
}

function routerBlocks(router: CloudObject, network: Network, objects: CloudObjects): string {
  const { name, spec } = router
  objects.exported(router)
  const blocks = [
    `resource "google_compute_router" "${identifier(name)}" {
  name    = ${quoted(name)}
  project = ${network.project}
  region  = ${quoted(spec.region)}
  network = ${network.module}.network_self_link
}
`,
  ]
  for (const nat of objects.ofKind('ComputeRouterNAT')) {
    if (reference(nat, 'routerRef').name === name) blocks.push(...natBlocks(nat, name, network, objects))
  }
  return blocks.join('\n')
}

function natBlocks(nat: CloudObject, router: string, { project }: Network, objects: CloudObjects): string[] {
  const { name, spec } = nat
  objects.exported(nat)
  const addresses = listIn(spec.natIps).flatMap((one) => objects.find('ComputeAddress', String(one.name)) ?? [])
  const { filter, enable } = (spec.logConfig ?? {}) as Record<string, unknown>
  const logs = `
  log_config { 
    filter = ${quoted(filter)} 
    enable = ${enable === true}
  }
`
  const links = addresses.map((one) => `google_compute_address.${identifier(one.name)}.*.self_link`)
  const ips = links.length < 2 ? links[0] : `concat(${links.join(', ')})`
  return [
    `resource "google_compute_router_nat" "${identifier(name)}" {
  name                               = ${quoted(name)}
  project                            = ${project}
  router                             = google_compute_router.${identifier(router)}.name
  region                             = ${quoted(spec.region)} 
  nat_ip_allocate_option             = ${quoted(spec.natIpAllocateOption)}
${ips === undefined ? '' : `  nat_ips                            = ${ips} \n`}  source_subnetwork_ip_ranges_to_nat = ${quoted(
      spec.sourceSubnetworkIpRangesToNat,
    )}
${spec.logConfig === undefined ? '' : logs}}
`,
    ...addresses.map((address) => {
      objects.exported(address)
      return `resource "google_compute_address" "${identifier(address.name)}" {
  project = ${project}
  name    = ${quoted(address.name)}
  region  = ${quoted(address.spec.location)}
}
`
    }),
  ]
}

function serviceBlocks(connection: CloudObject, { module, project }: Network, objects: CloudObjects): string {
  const { name, spec } = connection
  objects.exported(connection)
  const names = listIn(spec.reservedPeeringRanges).map((one) => String(one.name))
  const ranges = names.map((one) => `google_compute_global_address.${identifier(one)}.name`)
  const blocks = [
    `resource "google_service_networking_connection" "${identifier(name)}" {
  network                 = ${module}.network_self_link
  service                 = ${quoted(spec.service)}
  reserved_peering_ranges = [${ranges.join(', ')}]
}
`,
  ]
  for (const address of names.flatMap((one) => objects.find('ComputeAddress', one) ?? [])) {
    objects.exported(address)
    blocks.push(`resource "google_compute_global_address" "${identifier(address.name)}" {
  name          = ${quoted(address.name)}
  project       = ${project}
  purpose       = ${quoted(address.spec.purpose)} 
  address_type  = ${quoted(address.spec.addressType)}
  address       = ${quoted(address.spec.address)}
  prefix_length = ${quoted(address.spec.prefixLength)}
  network       = ${module}.network_self_link
}
`)
  }
  return blocks.join('\n')
}
