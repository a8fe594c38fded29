-- Earlier versions of maps, each as it was. The current version is in maps alone.
create table map_revisions (
  map_id uuid not null references maps on delete cascade,
  version integer not null,
  workspace_id uuid not null,
  name text not null,
  is_public boolean not null,
  nodes text not null,
  edges text not null,
  node_count integer not null,
  edge_count integer not null,
  created_at timestamptz(3) not null,
  token_id uuid,
  note text,
  -- Null for the first revision of a map and for those with a note: they stay for as long as the plan has room.
  expires_at timestamptz(3),
  primary key (map_id, version)
);
create index map_revisions_in_order_of_dropping on map_revisions (workspace_id, (expires_at is null), created_at);
create index map_revisions_expired_first on map_revisions (expires_at);

alter table maps
  -- Who made the current version, and why, if author_version is its number: an older gateway sets none of the three.
  add column token_id uuid,
  add column note text,
  add column author_version integer,
  -- When the last revision was written, which is when the changes began that are joined at the moment.
  add column revised_at timestamptz(3);

-- Keeps the version before a change. By a trigger, so that changes by gateways of the version before are kept too.
create function keep_revision() returns trigger language plpgsql as $$
declare
  is_first boolean := old.revised_at is null;
  is_same_day boolean := (old.revised_at at time zone 'utc')::date = (new.updated_at at time zone 'utc')::date;
begin
  if new.author_version is distinct from new.version then
    new.token_id := null;
    new.note := null;
  end if;
  if (new.name, new.is_public, new.nodes, new.edges) is not distinct from (old.name, old.is_public, old.nodes, old.edges) then
    if new.note is null then
      new.token_id := old.token_id;
      new.note := old.note;
    end if;
    return new;
  end if;
  -- Changes by one token within ten minutes of a day are joined: the version before them is kept already.
  if not is_first and is_same_day and old.note is null and new.token_id = old.token_id
    and new.updated_at < old.revised_at + interval '10 minutes' then
    return new;
  end if;
  -- The last version of each day stays for a year.
  insert into map_revisions
    (map_id, version, workspace_id, name, is_public, nodes, edges, node_count, edge_count, created_at, token_id, note, expires_at)
  values (
    old.id, old.version, old.workspace_id, old.name, old.is_public, old.nodes, old.edges,
    json_array_length(old.nodes::json), json_array_length(old.edges::json), old.updated_at, old.token_id, old.note,
    case when is_first or old.note is not null then null
      else old.updated_at + case when is_same_day then interval '30 days' else interval '1 year' end end
  );
  new.revised_at := new.updated_at;
  return new;
end $$;

create trigger keep_revision before update on maps
  for each row when (new.version > old.version) execute function keep_revision();

alter table workspaces
  add column revision_count integer not null default 0,
  add column revision_bytes bigint not null default 0;

create function count_revisions() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  if tg_op = 'DELETE' then
    -- In one order, since a statement may drop revisions of several workspaces.
    perform from workspaces where id in (select workspace_id from changed) order by id for no key update;
  end if;
  update workspaces set revision_count = revision_count + sign * revisions, revision_bytes = revision_bytes + sign * bytes
    from (
      select workspace_id, count(*) as revisions, sum(octet_length(nodes) + octet_length(edges)) as bytes
      from changed group by workspace_id
    ) as of_workspace where id = workspace_id;
  return null;
end $$;

create trigger count_new_revisions after insert on map_revisions referencing new table as changed
  for each statement when (current_setting('maps.recounts', true) is distinct from 'on') execute function count_revisions();
create trigger count_dropped_revisions after delete on map_revisions referencing old table as changed
  for each statement when (current_setting('maps.recounts', true) is distinct from 'on') execute function count_revisions();
