/** How far flows follow calls that may lead to several methods, and where they stop. */
import { expect, test } from "vitest";
import { dumpDb } from "#engine/scan/testing/dump-db";
import { flows } from "#engine/scan/testing/flows-of";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

test("circles and crowds end, and what is left out is said", async () => {
  const many = Array.from(
    { length: 2_500 },
    (_, at) => `export function f${at}(x: string) { f${(at * 7 + 1) % 2_500}(x); f${(at * 13 + 5) % 2_500}(x); }`,
  );
  const folder = new TempFolder({
    "package.json": `{ "name": "a", "dependencies": { "express": "4" } }`,
    "a.ts": `
      import express from "express";
      import { exec } from "node:child_process";
      import { f0 } from "./many";
      const app = express();
      app.get("/a", handle);
      function handle(req, res) { f0(req.query.a); loop(req.query.b); }
      function loop(x: string) { loop(x + "a"); exec(x); }`,
    "many.ts": many.join("\n"),
  });
  await runScan(folder);
  expect(flows(folder)).toEqual(["GET /a reaches limit", "GET /a taints exec exec loop+0"]);
});

test("which of many handlers is meant, a dispatcher does not say", async () => {
  const handlers = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => `
    export class Handler${at} implements Handler {
      handle(name: string) { exec("tool${at} " + name); }
    }`,
    ).join("");
  const of = (count: number) => ({
    "package.json": `{ "name": "shop", "dependencies": { "express": "4" } }`,
    "src/app.ts": `
      import express from "express";
      import { dispatch } from "./bus";
      const app = express();
      app.post("/orders", (req, res) => dispatch(req.body.name));
    `,
    "src/bus.ts": `
      import type { Handler } from "./handlers";
      const known: Map<string, Handler> = new Map();
      export function dispatch(name: string) {
        const handler = known.get(name) as Handler;
        handler.handle(name);
      }
    `,
    "src/handlers.ts": `
    import { exec } from "node:child_process";
    export interface Handler { handle(name: string): void }${handlers(count)}`,
  });
  const few = new TempFolder(of(2));
  await runScan(few);
  expect(flows(few)).toMatchInlineSnapshot(`
    [
      "POST /orders taints exec exec dispatch+4 Handler0.handle+2 unsure at 2",
      "POST /orders taints exec exec dispatch+4 Handler1.handle+2 unsure at 2",
    ]
  `);
  const many = new TempFolder(of(5));
  await runScan(many);
  expect(flows(many)).toEqual([]);
});

test("what is handed to a bus comes to the method that takes it", async () => {
  const nest = {
    "package.json": `{ "name": "shop", "dependencies": { "@nestjs/common": "11", "@nestjs/cqrs": "11" } }`,
    "src/orders.ts": `
      import { Body, Controller, Post, Put } from "@nestjs/common";
      import { CommandBus } from "@nestjs/cqrs";
      import { AddOrder, DropOrder } from "./commands";
      @Controller("orders")
      export class Orders {
        constructor(private readonly commandBus: CommandBus, private readonly cache: Map<string, AddOrder>) {}
        @Post() add(@Body("name") name: string) { return this.commandBus.execute(new AddOrder(name)); }
        @Put() keep(@Body("name") name: string) { return this.cache.set(name, new AddOrder(name)); }
      }
    `,
    "src/commands.ts": `
      export class AddOrder { constructor(readonly name: string) {} }
      export class DropOrder { constructor(readonly name: string) {} }
    `,
    "src/add.ts": `
      import { CommandHandler, ICommandHandler } from "@nestjs/cqrs";
      import { exec } from "node:child_process";
      import { AddOrder, DropOrder } from "./commands";
      @CommandHandler(AddOrder)
      export class AddOrderHandler implements ICommandHandler<AddOrder> {
        async execute(command: AddOrder) { exec("add " + command.name); }
      }
      @CommandHandler(DropOrder)
      export class DropOrderHandler implements ICommandHandler<DropOrder> {
        async execute(command: DropOrder) { exec("drop " + command.name); }
      }
    `,
  };
  const folder = new TempFolder(nest);
  await runScan(folder);
  const add = "POST /orders reaches exec exec AddOrderHandler.execute+0 unsure at 1";
  expect(flows(folder)).toEqual([add]);
  // Two take it: which of them are set up to is not known, and both may be.
  folder.write({ "src/add.ts": nest["src/add.ts"].replace("command: DropOrder", "command: AddOrder") });
  await runScan(folder);
  expect(flows(folder)).toEqual([add, add.replace("AddOrderHandler", "DropOrderHandler")]);
  const rescanned = dumpDb(folder.path);
  await runScan(folder, { full: true });
  expect(rescanned).toEqual(dumpDb(folder.path));
});

test("an event comes to the methods that wait for its name", async () => {
  const folder = new TempFolder({
    "package.json": `{ "name": "shop", "dependencies": { "@nestjs/common": "11", "@nestjs/event-emitter": "3" } }`,
    "src/pay.ts": `
      import { Controller, Post } from "@nestjs/common";
      import { EventEmitter2 } from "@nestjs/event-emitter";
      @Controller("pay")
      export class Pay {
        constructor(private readonly eventEmitter: EventEmitter2) {}
        @Post() pay() { this.eventEmitter.emit("order.paid", { id: 1 }); }
      }
    `,
    "src/mail.ts": `
      import { OnEvent } from "@nestjs/event-emitter";
      import { exec } from "node:child_process";
      export class Mail {
        @OnEvent("order.paid") paid(order: { id: number }) { exec("mail " + order.id); }
        @OnEvent("order.lost") lost(order: { id: number }) { exec("lost " + order.id); }
      }
    `,
  });
  await runScan(folder);
  const told = () => flows(folder).filter((one) => one.startsWith("POST"));
  expect(told()).toEqual(["POST /pay reaches exec exec Mail.paid+0 unsure at 1"]);
  folder.write({ "src/mail.ts": "export const nobody = 1;" });
  await runScan(folder);
  expect(told()).toEqual([]);
});

test("what a handler takes in C# it may send on, and a job of Laravel handles itself", async () => {
  const folder = new TempFolder({
    "Shop.csproj": `<Project Sdk="Microsoft.NET.Sdk.Web"><ItemGroup><PackageReference Include="MediatR" Version="12.0.0" /></ItemGroup></Project>`,
    "Orders.cs": `
using MediatR; using Microsoft.AspNetCore.Mvc; using System.Diagnostics;
namespace Shop;
public record AddOrder(string Name) : IRequest<string>;
[ApiController] [Route("orders")]
public class OrdersController : ControllerBase {
  private readonly IMediator _mediator;
  [HttpPost] public Task<string> Add([FromBody] AddOrder command) => _mediator.Send(command);
}
public class AddOrderHandler : IRequestHandler<AddOrder, string> {
  public Task<string> Handle(AddOrder request, CancellationToken token) {
    Process.Start("sh", "-c add " + request.Name);
    return Task.FromResult("");
  }
}
`,
    "composer.json": `{ "require": { "laravel/framework": "^12" } }`,
    "routes/web.php": `<?php
use Illuminate\\Support\\Facades\\Route;
use App\\Http\\PayController;
Route::post('/pay', [PayController::class, 'pay']);
`,
    "app/Http/PayController.php": `<?php
namespace App\\Http;
use App\\Jobs\\Pay;
use Illuminate\\Contracts\\Bus\\Dispatcher;
class PayController {
  public function __construct(private Dispatcher $bus) {}
  public function pay($request) { $this->bus->dispatch(new Pay($request->name)); }
}
`,
    "app/Jobs/Pay.php": `<?php
namespace App\\Jobs;
use Illuminate\\Support\\Facades\\DB;
class Pay {
  public function __construct(public string $name) {}
  public function handle() { DB::table('payments')->delete(); }
}
`,
  });
  await runScan(folder);
  expect(flows(folder).filter((one) => one.startsWith("POST"))).toEqual([
    "POST /orders taints exec Process.Start AddOrderHandler.Handle+0 unsure at 1",
    "POST /pay reaches delete payments Pay.handle+0 unsure at 1",
  ]);
});

test("Laravel's jobs and events are handed on by themselves, by functions and by traits", async () => {
  const job = (name: string) => `<?php
namespace App\\Jobs;
use Illuminate\\Contracts\\Queue\\ShouldQueue;
use Illuminate\\Foundation\\Bus\\Dispatchable;
use Illuminate\\Support\\Facades\\DB;
class ${name} implements ShouldQueue {
  use Dispatchable;
  public function __construct(public string $name) {}
  public function handle() { DB::table('${name.toLowerCase()}s')->delete(); }
}
`;
  const folder = new TempFolder({
    "composer.json": `{ "require": { "laravel/framework": "^12" } }`,
    "routes/web.php": `<?php
use Illuminate\\Support\\Facades\\Route;
use App\\Http\\Pages;
Route::post('/itself', [Pages::class, 'itself']);
Route::post('/function', [Pages::class, 'byFunction']);
Route::post('/event', [Pages::class, 'event']);
Route::post('/other', [Pages::class, 'other']);
`,
    "app/Http/Pages.php": `<?php
namespace App\\Http;
use App\\Events\\Paid;
use App\\Jobs\\Mail;
use App\\Jobs\\Ping;
class Pages {
  public function itself($request) { Mail::dispatch($request->name)->onQueue('mails'); }
  public function byFunction($request) {
    dispatch(new Ping(
      $request->name,
    ));
  }
  public function event() {
    event(new Paid());
  }
  public function other() {
    $kept = new Mail('a');
    event('paid');
  }
}
`,
    "app/Jobs/Mail.php": job("Mail"),
    "app/Jobs/Ping.php": job("Ping"),
    "app/Events/Paid.php": `<?php
namespace App\\Events;
class Paid {}
`,
    "app/Listeners/Count.php": `<?php
namespace App\\Listeners;
use App\\Events\\Paid;
use Illuminate\\Support\\Facades\\DB;
class Count {
  public function handle(Paid $event) { DB::table('counts')->delete(); }
}
`,
  });
  await runScan(folder);
  expect(flows(folder).filter((one) => one.startsWith("POST"))).toEqual([
    "POST /event reaches delete counts Count.handle+1 unsure at 1",
    "POST /function reaches delete pings Ping.handle+1 unsure at 1",
    "POST /itself reaches delete mails Mail.handle+0 unsure at 1",
  ]);
});
