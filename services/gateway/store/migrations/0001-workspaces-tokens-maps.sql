create table workspaces (
  id uuid primary key default uuidv7(),
  name text not null unique,
  plan text not null check (plan in ('free', 'pro')),
  created_at timestamptz(3) not null default clock_timestamp()
);

create table tokens (
  id uuid primary key default uuidv7(),
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  hash bytea not null unique,
  last_four text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3)
);
create index tokens_of_workspace on tokens (workspace_id);

-- Nodes and edges are JSON kept as text: jsonb would reorder keys and rewrite numbers, and json would be parsed by
-- the driver. As text they pass from the table to the client as they are; the checks keep anything else out.
create table maps (
  id uuid primary key default uuidv7(),
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  is_public boolean not null,
  share_id text unique,
  nodes text not null check (nodes is json array),
  edges text not null check (edges is json array),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (is_public = (share_id is not null))
);
create index maps_newest_first on maps (workspace_id, updated_at desc, id desc);
