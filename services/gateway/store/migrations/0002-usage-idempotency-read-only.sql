-- What each workspace holds, for the plan's limits: counting 100,000 maps at each POST would take longer than the POST.
-- Writers of maps wait until the counts are complete; readers do not.
lock table maps in share row exclusive mode;
create temporary table counted on commit drop as
  select workspace_id, count(*) as maps, sum(octet_length(nodes) + octet_length(edges)) as bytes
  from maps group by workspace_id;

alter table workspaces
  add column map_count integer not null default 0,
  add column stored_bytes bigint not null default 0;
update workspaces set map_count = counted.maps, stored_bytes = counted.bytes
  from counted where workspace_id = id;

create function count_map() returns trigger language plpgsql as $$
declare
  maps integer := case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end;
  bytes integer := coalesce(octet_length(new.nodes) + octet_length(new.edges), 0)
    - coalesce(octet_length(old.nodes) + octet_length(old.edges), 0);
begin
  if maps <> 0 or bytes <> 0 then
    update workspaces set map_count = map_count + maps, stored_bytes = stored_bytes + bytes
      where id = coalesce(new.workspace_id, old.workspace_id);
  end if;
  return null;
end $$;

-- By a trigger, so that gateways of the version before are counted too. A transaction that writes many maps recounts
-- once at its end instead (`maps.recounts`): it would hold the workspace's row, and leave a dead row for each map.
create trigger count_map after insert or delete or update of nodes, edges on maps
  for each row when (current_setting('maps.recounts', true) is distinct from 'on')
  execute function count_map();

-- What a POST with an Idempotency-Key was answered, as far as the same request does not say it.
create table idempotency_keys (
  workspace_id uuid not null references workspaces on delete cascade,
  key_hash bytea not null,
  fingerprint bytea not null,
  map_id uuid not null,
  share_id text,
  created_at timestamptz(3) not null,
  primary key (workspace_id, key_hash)
);
create index idempotency_keys_oldest_first on idempotency_keys (created_at);

alter table tokens add column is_read_only boolean not null default false;
