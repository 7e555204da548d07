//! .NET: the types that common libraries' namespaces bring. `using` names no types, so that of a type without a
//! declaration only a list can say which of a file's `using` it comes from.

/// Namespaces with the types by which code uses them. A type of the same name in several is of the one that a file uses.
const TYPES: &[(&str, &[&str])] = &[
    ("AutoMapper", &["IMapper", "Mapper", "MapperConfiguration", "Profile"]),
    ("Bogus", &["Faker"]),
    ("FakeItEasy", &["A", "Fake"]),
    ("FluentValidation", &["AbstractValidator", "IValidator", "InlineValidator"]),
    ("Hangfire", &["BackgroundJob", "IBackgroundJobClient", "IRecurringJobManager", "RecurringJob"]),
    ("MassTransit", &["ConsumeContext", "IBus", "IConsumer", "IPublishEndpoint", "ISendEndpointProvider"]),
    ("MediatR", &["IMediator", "IPublisher", "ISender", "Mediator"]),
    ("Microsoft.AspNetCore.Authorization", &["IAuthorizationService"]),
    ("Microsoft.AspNetCore.Builder", &["IApplicationBuilder", "WebApplication", "WebApplicationBuilder"]),
    ("Microsoft.AspNetCore.Hosting", &["IWebHostBuilder", "IWebHostEnvironment", "WebHostBuilder"]),
    ("Microsoft.AspNetCore.Http", &["HttpContext", "HttpRequest", "HttpResponse", "IHttpContextAccessor", "IFormFile"]),
    ("Microsoft.AspNetCore.Identity", &["RoleManager", "SignInManager", "UserManager"]),
    ("Microsoft.AspNetCore.Mvc.Testing", &["WebApplicationFactory"]),
    ("Microsoft.AspNetCore.SignalR", &["Hub", "IHubContext"]),
    ("Microsoft.AspNetCore.TestHost", &["TestServer"]),
    ("Microsoft.EntityFrameworkCore", &["DbContext", "DbContextOptionsBuilder", "EF", "ModelBuilder"]),
    ("Microsoft.Extensions.Caching.Distributed", &["IDistributedCache"]),
    ("Microsoft.Extensions.Caching.Memory", &["IMemoryCache", "MemoryCache"]),
    ("Microsoft.Extensions.Configuration", &["ConfigurationBuilder", "IConfiguration", "IConfigurationSection"]),
    ("Microsoft.Extensions.DependencyInjection", &["IServiceCollection", "IServiceScopeFactory", "ServiceCollection"]),
    ("Microsoft.Extensions.Hosting", &["BackgroundService", "Host", "IHost", "IHostBuilder", "IHostedService"]),
    ("Microsoft.Extensions.Logging", &["ILogger", "ILoggerFactory", "LoggerFactory", "LoggerMessage"]),
    ("Microsoft.Extensions.Logging.Abstractions", &["NullLogger", "NullLoggerFactory"]),
    ("Microsoft.Extensions.Options", &["IOptions", "IOptionsMonitor", "IOptionsSnapshot", "Options"]),
    ("Moq", &["It", "Mock", "MockRepository", "Times"]),
    ("NLog", &["ILogger", "LogManager", "Logger"]),
    ("NSubstitute", &["Arg", "Received", "Substitute"]),
    ("Newtonsoft.Json", &["JsonConvert", "JsonSerializer"]),
    ("Newtonsoft.Json.Linq", &["JArray", "JObject", "JToken"]),
    ("Polly", &["Policy", "ResiliencePipelineBuilder"]),
    ("Quartz", &["IScheduler", "JobBuilder", "TriggerBuilder"]),
    ("Serilog", &["ILogger", "Log", "LoggerConfiguration"]),
    ("System.Net.Http", &["IHttpClientFactory"]),
    ("System.Text.Json", &["JsonDocument", "JsonElement", "JsonSerializer"]),
];

/// The namespaces that have a type of this name.
pub fn namespaces(name: &str) -> Vec<&'static str> {
    let name = name.split('`').next().unwrap_or_default();
    TYPES.iter().filter(|(_, types)| types.contains(&name)).map(|(namespace, _)| *namespace).collect()
}
